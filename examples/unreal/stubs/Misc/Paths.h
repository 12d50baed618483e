// A stand-in, see CoreMinimal.h.
#pragma once

#include "CoreMinimal.h"

struct FPaths {
    static FString ProjectDir();
    static FString Combine(const FString &First, const FString &Second);
};
