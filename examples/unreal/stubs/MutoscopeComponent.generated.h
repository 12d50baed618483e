// The engine's header tool writes a file of this name; this one is a stand-in, see CoreMinimal.h.
#pragma once

#define GENERATED_BODY()                                                                                               \
  public:                                                                                                              \
    using Super = UActorComponent;                                                                                     \
                                                                                                                       \
  private:
