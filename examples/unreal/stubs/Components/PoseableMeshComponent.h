// A stand-in, see CoreMinimal.h.
#pragma once

#include "Components/ActorComponent.h"

namespace EBoneSpaces {
enum Type { WorldSpace, ComponentSpace };
}

class UPoseableMeshComponent : public UActorComponent {
  public:
    int32 GetBoneIndex(FName Name) const;
    void SetBoneTransformByName(FName Name, const FTransform &Transform, EBoneSpaces::Type Space);
};
