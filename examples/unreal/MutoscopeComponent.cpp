#include "MutoscopeComponent.h"

#include "Components/PoseableMeshComponent.h"
#include "GameFramework/Actor.h"
#include "Misc/Paths.h"

#include <string>

namespace {

constexpr mutoscope::Character Hero = 1;
constexpr double Centimetres = 100.0;

// A mesh faces +Y in its component's space, and (left, up, forward) of a bundle, which are x, y and z, become +X, +Z and +Y.
// The map swaps two axes, so it mirrors: the axis of a rotation is mapped and turned round.
FTransform BoneToUnreal(const MutoscopeTransform &From) {
    const float *T = From.translation;
    const float *R = From.rotation;
    const float *S = From.scale;
    return FTransform(FQuat(-R[0], -R[2], -R[1], R[3]), FVector(T[0], T[2], T[1]) * Centimetres,
                      FVector(S[0], S[2], S[1]));
}

// An actor faces +X: (left, up, forward) become -Y, +Z and +X. This is the map above, turned by -90 degrees of yaw.
FTransform ActorToUnreal(const MutoscopeTransform &From) {
    const float *T = From.translation;
    const float *R = From.rotation;
    const float *S = From.scale;
    return FTransform(FQuat(-R[2], R[0], -R[1], R[3]), FVector(T[2], -T[0], T[1]) * Centimetres,
                      FVector(S[2], S[0], S[1]));
}

MutoscopeTransform ActorFromUnreal(const FVector &At, const FQuat &Facing) {
    const auto Metres = [](double Value) { return static_cast<float>(Value / Centimetres); };
    const auto Number = [](double Value) { return static_cast<float>(Value); };
    return {{-Metres(At.Y), Metres(At.Z), Metres(At.X)},
            {Number(Facing.Y), -Number(Facing.Z), -Number(Facing.X), Number(Facing.W)},
            {1, 1, 1}};
}

mutoscope::Name NameOf(const FString &Text) { return mutoscope::name(TCHAR_TO_UTF8(*Text)); }

FString TextOf(std::string_view Text) { return FString(UTF8_TO_TCHAR(std::string(Text).c_str())); }

bool Check(mutoscope::Result Result, const TCHAR *What) {
    if (Result == MUTOSCOPE_RESULT_OK) {
        return true;
    }
    UE_LOG(LogTemp, Error, TEXT("Mutoscope, %s: %s"), What, *TextOf(mutoscope::last_error()));
    return false;
}

} // namespace

UMutoscopeComponent::UMutoscopeComponent() {
    PrimaryComponentTick.bCanEverTick = true;
    PrimaryComponentTick.TickGroup = TG_PrePhysics;
}

void UMutoscopeComponent::BeginPlay() {
    Super::BeginPlay();
    Mesh = GetOwner()->FindComponentByClass<UPoseableMeshComponent>();
    bIsPlaying = Mesh != nullptr && Start();
}

bool UMutoscopeComponent::Start() {
    const FString Path = FPaths::Combine(FPaths::ProjectDir(), BundlePath);
    MutoscopeWorldSettings Settings{};
    Settings.workers = static_cast<uint32>(Workers);
    mutoscope::Name Skeleton = 0;
    const bool bIsThere = mutoscope_abi_version() >= MUTOSCOPE_ABI_VERSION &&
                          Check(mutoscope::Bundle::open(TCHAR_TO_UTF8(*Path), Played), TEXT("the bundle")) &&
                          Check(Played.skeleton_of(NameOf(Graph), Skeleton), TEXT("the graph")) &&
                          Check(Played.bones(Skeleton, Bones), TEXT("the bones")) &&
                          Check(mutoscope::World::create(Played, Settings, Stage), TEXT("a world")) &&
                          Check(Stage.add(Hero, Skeleton, 1), TEXT("a character")) &&
                          Check(Stage.play_graph(Hero, NameOf(Graph)), TEXT("the graph"));
    if (bIsThere) {
        FindBones();
        Place(MUTOSCOPE_PLACING_TELEPORT);
    }
    return bIsThere;
}

// The name of each bone, or none if the mesh does not have the bone.
void UMutoscopeComponent::FindBones() {
    BoneNames.clear();
    for (const MutoscopeBone &Bone : Bones) {
        const FName Name(*TextOf(Played.text(Bone.name)));
        BoneNames.push_back(Mesh->GetBoneIndex(Name) == INDEX_NONE ? FName(NAME_None) : Name);
    }
}

void UMutoscopeComponent::EndPlay(const EEndPlayReason::Type Reason) {
    bIsPlaying = false;
    Stage = mutoscope::World();
    Played = mutoscope::Bundle();
    Super::EndPlay(Reason);
}

bool UMutoscopeComponent::SetParameter(const FString &Parameter, double Value) {
    return bIsPlaying && Check(Stage.set(Hero, NameOf(Parameter), Value), TEXT("a parameter"));
}

bool UMutoscopeComponent::PlayMontage(const FString &Montage, float Rate) {
    return bIsPlaying && Check(Stage.play_montage(Hero, NameOf(Montage), Rate), TEXT("a montage"));
}

void UMutoscopeComponent::TickComponent(float Seconds, ELevelTick Type, FActorComponentTickFunction *Function) {
    Super::TickComponent(Seconds, Type, Function);
    if (!bIsPlaying) {
        return;
    }
    if (!bRootMotionMovesActor) {
        Place(MUTOSCOPE_PLACING_CARRY);
    }
    const mutoscope::Result Stepped = Stage.step(Seconds);
    // A refused request is reported, and the step is made all the same.
    if (!Check(Stepped, TEXT("a step")) && Stepped != MUTOSCOPE_RESULT_REFUSED) {
        bIsPlaying = false;
        return;
    }
    if (bRootMotionMovesActor) {
        MoveActor();
    }
    ShowPose();
    Broadcast();
}

void UMutoscopeComponent::Place(MutoscopePlacing How) {
    const FVector Feet = GetOwner()->GetActorLocation() - FVector(0, 0, FeetBelowOrigin);
    Check(Stage.place(Hero, ActorFromUnreal(Feet, GetOwner()->GetActorQuat()), How), TEXT("a place"));
}

// Sweeps the actor to where root motion leads. The next step begins where the sweep ended.
void UMutoscopeComponent::MoveActor() {
    MutoscopeTransform Placement{};
    if (!Check(Stage.placement(Hero, Placement), TEXT("the placement"))) {
        return;
    }
    const FTransform To = ActorToUnreal(Placement);
    const FVector Origin = To.GetLocation() + FVector(0, 0, FeetBelowOrigin);
    GetOwner()->SetActorLocationAndRotation(Origin, To.GetRotation(), true);
    Place(MUTOSCOPE_PLACING_PLACE);
}

// Parents come before their children, in the pose and in what the mesh is told.
void UMutoscopeComponent::ShowPose() {
    if (!Check(Stage.locals(Hero, Locals), TEXT("the pose")) || Locals.size() != Bones.size()) {
        return;
    }
    Components.resize(Locals.size());
    for (std::size_t At = 0; At < Locals.size(); ++At) {
        const FTransform Local = BoneToUnreal(Locals[At]);
        const int32 Parent = Bones[At].parent;
        Components[At] = Parent < 0 ? Local : Local * Components[static_cast<std::size_t>(Parent)];
        if (BoneNames[At] != NAME_None) {
            Mesh->SetBoneTransformByName(BoneNames[At], Components[At], EBoneSpaces::ComponentSpace);
        }
    }
}

void UMutoscopeComponent::Broadcast() {
    if (!Check(Stage.events(Hero, Events), TEXT("the events"))) {
        return;
    }
    for (const MutoscopeEvent &Event : Events) {
        const bool bIsFired = Event.reason == MUTOSCOPE_REASON_FIRED;
        if (!bIsFired || Event.phase > MUTOSCOPE_PHASE_END || Event.phase == MUTOSCOPE_PHASE_TICK) {
            continue;
        }
        const EMutoscopeMoment Moment = Event.phase == MUTOSCOPE_PHASE_NOTIFY  ? EMutoscopeMoment::Fired
                                        : Event.phase == MUTOSCOPE_PHASE_BEGIN ? EMutoscopeMoment::Begin
                                                                               : EMutoscopeMoment::End;
        OnNotify.Broadcast(TextOf(Played.text(Event.name)), Moment);
        if (!bIsPlaying) {
            return;
        }
    }
}
