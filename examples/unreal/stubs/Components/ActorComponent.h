// A stand-in, see CoreMinimal.h.
#pragma once

#include "CoreMinimal.h"

class AActor;

namespace EEndPlayReason {
enum Type { Destroyed };
}
enum ELevelTick { LEVELTICK_All };
enum ETickingGroup { TG_PrePhysics };

struct FActorComponentTickFunction {
    bool bCanEverTick = false;
    ETickingGroup TickGroup = TG_PrePhysics;
};

class UActorComponent {
  public:
    virtual ~UActorComponent();
    virtual void BeginPlay();
    virtual void EndPlay(const EEndPlayReason::Type Reason);
    virtual void TickComponent(float Seconds, ELevelTick Type, FActorComponentTickFunction *Function);
    AActor *GetOwner() const;

    FActorComponentTickFunction PrimaryComponentTick;
};
