// A stand-in, see CoreMinimal.h.
#pragma once

#include "CoreMinimal.h"

class AActor {
  public:
    template <typename T> T *FindComponentByClass() const;
    FVector GetActorLocation() const;
    FQuat GetActorQuat() const;
    bool SetActorLocationAndRotation(FVector Location, const FQuat &Rotation, bool bSweep = false);
};
