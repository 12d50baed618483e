// Plays a bundle on an actor: poses a UPoseableMeshComponent, moves the actor and broadcasts notifies.
#pragma once

#include "CoreMinimal.h"

#include "Components/ActorComponent.h"

#include <mutoscope.hpp>
#include <vector>

#include "MutoscopeComponent.generated.h"

class UPoseableMeshComponent;

UENUM(BlueprintType)
enum class EMutoscopeMoment : uint8 { Fired, Begin, End };

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FMutoscopeNotify, const FString &, Name, EMutoscopeMoment, Moment);

UCLASS(ClassGroup = (Animation), meta = (BlueprintSpawnableComponent))
class UMutoscopeComponent : public UActorComponent {
    GENERATED_BODY()

  public:
    UMutoscopeComponent();

    /// Path of the bundle, relative to the project's folder.
    UPROPERTY(EditAnywhere, Category = Mutoscope)
    FString BundlePath = TEXT("Content/Animation/demo.mbundle");

    UPROPERTY(EditAnywhere, Category = Mutoscope)
    FString Graph = TEXT("PG_Hero");

    /// Threads of the library; 0 evaluates on the game thread.
    UPROPERTY(EditAnywhere, Category = Mutoscope)
    int32 Workers = 0;

    /// Centimetres from the actor's origin down to the feet: the half height of an ACharacter's capsule.
    UPROPERTY(EditAnywhere, Category = Mutoscope)
    double FeetBelowOrigin = 0.0;

    /// Root motion moves the actor. Otherwise the actor's own movement places the character.
    UPROPERTY(EditAnywhere, Category = Mutoscope)
    bool bRootMotionMovesActor = true;

    UPROPERTY(BlueprintAssignable, Category = Mutoscope)
    FMutoscopeNotify OnNotify;

    // Names are FString: an FName ignores case, and names of a bundle do not.
    UFUNCTION(BlueprintCallable, Category = Mutoscope)
    bool SetParameter(const FString &Parameter, double Value);

    UFUNCTION(BlueprintCallable, Category = Mutoscope)
    bool PlayMontage(const FString &Montage, float Rate = 1.0f);

    void BeginPlay() override;
    void EndPlay(const EEndPlayReason::Type Reason) override;
    void TickComponent(float Seconds, ELevelTick Type, FActorComponentTickFunction *Function) override;

  private:
    bool Start();
    void FindBones();
    void Place(MutoscopePlacing How);
    void MoveActor();
    void ShowPose();
    void Broadcast();

    UPROPERTY()
    UPoseableMeshComponent *Mesh = nullptr;

    mutoscope::Bundle Played;
    mutoscope::World Stage;
    bool bIsPlaying = false;
    std::vector<MutoscopeBone> Bones;
    std::vector<FName> BoneNames;
    std::vector<MutoscopeTransform> Locals;
    std::vector<FTransform> Components;
    std::vector<MutoscopeEvent> Events;
};
