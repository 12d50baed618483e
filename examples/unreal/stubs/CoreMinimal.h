// Stand-ins of our own for the few engine types that the example uses, so that a compiler can check the example without the
// engine. Nothing here does what the engine does; a game never includes this folder.
#pragma once

#include <cstdint>
#include <string>

using int32 = std::int32_t;
using uint32 = std::uint32_t;
using uint8 = std::uint8_t;
using TCHAR = char16_t;

#define TEXT(Text) u##Text
#define UCLASS(...)
#define UENUM(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UE_LOG(Category, Verbosity, Format, ...) Stub::Log(Format, __VA_ARGS__)
#define TCHAR_TO_UTF8(Text) Stub::Narrow(Text).c_str()
#define UTF8_TO_TCHAR(Text) Stub::Wide(Text).c_str()
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(Type, FirstType, First, SecondType, Second)                       \
    struct Type {                                                                                                      \
        void Broadcast(FirstType First, SecondType Second);                                                            \
    }

namespace Stub {
template <typename... Values> void Log(const TCHAR *, Values...) {}
std::string Narrow(const TCHAR *Text);
std::u16string Wide(const char *Text);
} // namespace Stub

constexpr int32 INDEX_NONE = -1;
enum EName { NAME_None };

class FString {
  public:
    FString(const TCHAR *Text);
    const TCHAR *operator*() const;
};

class FName {
  public:
    FName(EName Name);
    explicit FName(const TCHAR *Text);
    bool operator!=(EName Name) const;
};

struct FVector {
    double X, Y, Z;
    FVector(double InX, double InY, double InZ);
    FVector operator+(const FVector &Other) const;
    FVector operator-(const FVector &Other) const;
    FVector operator*(double Factor) const;
};

struct FQuat {
    double X, Y, Z, W;
    FQuat(double InX, double InY, double InZ, double InW);
};

class FTransform {
  public:
    FTransform();
    FTransform(const FQuat &Rotation, const FVector &Translation, const FVector &Scale);
    FTransform operator*(const FTransform &Parent) const;
    FVector GetLocation() const;
    FQuat GetRotation() const;
};
