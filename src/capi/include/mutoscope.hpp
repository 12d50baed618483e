// Mutoscope for C++17: owners that close what they hold, views of arrays, and results in place of exceptions.
// Everything here is made of calls of mutoscope.h, whose rules hold.
#ifndef MUTOSCOPE_HPP
#define MUTOSCOPE_HPP

#include "mutoscope.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mutoscope {

using Name = MutoscopeName;
using Character = MutoscopeCharacter;
using Transform = MutoscopeTransform;
using Matrix = MutoscopeMatrix;
using Event = MutoscopeEvent;
using Result = MutoscopeResult;

/// Hash of a name.
inline Name name(std::string_view text) { return mutoscope_name(text.data(), text.size()); }

/// Text of the calling thread's last failed call.
inline std::string last_error() {
    std::string text(mutoscope_last_error(nullptr, 0) + 1, '\0');
    mutoscope_last_error(text.data(), text.size());
    text.pop_back();
    return text;
}

/// A run of values that somebody else owns.
template <typename T> class Span {
  public:
    constexpr Span() = default;
    constexpr Span(T *first, std::size_t count) : first_(first), count_(count) {}
    template <typename Container>
    constexpr Span(Container &values) : first_(values.data()), count_(values.size()) {}
    constexpr T *data() const { return first_; }
    constexpr std::size_t size() const { return count_; }
    constexpr T *begin() const { return first_; }
    constexpr T *end() const { return first_ + count_; }
    constexpr T &operator[](std::size_t at) const { return first_[at]; }

  private:
    T *first_ = nullptr;
    std::size_t count_ = 0;
};

namespace detail {
struct Close {
    void operator()(MutoscopeBundle *it) const { mutoscope_bundle_close(it); }
    void operator()(MutoscopeWorld *it) const { mutoscope_world_destroy(it); }
    void operator()(MutoscopeState *it) const { mutoscope_state_destroy(it); }
    void operator()(MutoscopeStreaming *it) const { mutoscope_streaming_destroy(it); }
};

/// Asks how many there are, makes room, and asks again.
template <typename T, typename Call> Result read(std::vector<T> &into, Call call) {
    std::size_t count = 0;
    Result result = call(static_cast<T *>(nullptr), std::size_t{0}, &count);
    if (result != MUTOSCOPE_RESULT_OK) {
        return result;
    }
    into.resize(count);
    return count == 0 ? result : call(into.data(), into.size(), &count);
}
} // namespace detail

/// An open bundle.
class Bundle {
  public:
    /// Reads a file; UTF-8.
    static Result open(std::string_view path, Bundle &bundle) {
        MutoscopeBundle *made = nullptr;
        Result result = mutoscope_bundle_open_file(path.data(), path.size(), &made);
        bundle.handle_.reset(made);
        return result;
    }
    /// Copies the bytes.
    static Result read(Span<const unsigned char> bytes, Bundle &bundle) {
        MutoscopeBundle *made = nullptr;
        Result result = mutoscope_bundle_open(bytes.data(), bytes.size(), &made);
        bundle.handle_.reset(made);
        return result;
    }
    const MutoscopeBundle *get() const { return handle_.get(); }
    explicit operator bool() const { return handle_ != nullptr; }
    /// Spelling of a name; empty for one that the bundle does not know.
    std::string_view text(Name name) const {
        const char *text = nullptr;
        std::size_t length = 0;
        mutoscope_bundle_text(get(), name, &text, &length);
        return {text, length};
    }
    Result names(MutoscopeKind kind, std::vector<Name> &names) const {
        return detail::read(names, [&](Name *to, std::size_t room, std::size_t *count) {
            return mutoscope_bundle_names(get(), static_cast<uint32_t>(kind), to, room, count);
        });
    }
    Result bones(Name skeleton, std::vector<MutoscopeBone> &bones) const {
        return detail::read(bones, [&](MutoscopeBone *to, std::size_t room, std::size_t *count) {
            return mutoscope_skeleton_bones(get(), skeleton, to, room, count);
        });
    }
    Result parameters(Name graph, std::vector<MutoscopeParameter> &parameters) const {
        return detail::read(parameters, [&](MutoscopeParameter *to, std::size_t room, std::size_t *count) {
            return mutoscope_graph_parameters(get(), graph, to, room, count);
        });
    }
    /// Morph targets of a level, in the order of `World::morph_weights`.
    Result morphs(const MutoscopeLevel &of, std::vector<MutoscopeMorph> &morphs) const {
        return detail::read(morphs, [&](MutoscopeMorph *to, std::size_t room, std::size_t *count) {
            return mutoscope_morphs(get(), of, to, room, count);
        });
    }
    /// What the morph target of this index does to vertices.
    Result morph_deltas(const MutoscopeLevel &of, uint32_t morph, std::vector<MutoscopeMorphDelta> &deltas) const {
        return detail::read(deltas, [&](MutoscopeMorphDelta *to, std::size_t room, std::size_t *count) {
            return mutoscope_morph_deltas(get(), of, morph, to, room, count);
        });
    }
    Result skeleton_of(Name graph, Name &skeleton) const {
        return mutoscope_graph_skeleton(get(), graph, &skeleton);
    }

  private:
    std::unique_ptr<MutoscopeBundle, detail::Close> handle_;
};

/// A world between two steps.
class State {
  public:
    const MutoscopeState *get() const { return handle_.get(); }

  private:
    friend class World;
    std::unique_ptr<MutoscopeState, detail::Close> handle_;
};

/// A request with nothing set.
inline MutoscopeRequest request(MutoscopeRequestKind kind) {
    MutoscopeRequest asked{};
    asked.size = sizeof asked;
    asked.kind = static_cast<uint32_t>(kind);
    return asked;
}

/// Ground of a shape with nothing set.
inline MutoscopeTerrain terrain(MutoscopeShape shape) {
    MutoscopeTerrain ground{};
    ground.size = sizeof ground;
    ground.shape = static_cast<uint32_t>(shape);
    return ground;
}

/// A world of characters.
class World {
  public:
    static Result create(const Bundle &bundle, World &world) { return create_with(bundle, nullptr, world); }
    /// `settings.size` is set here.
    static Result create(const Bundle &bundle, MutoscopeWorldSettings settings, World &world) {
        settings.size = sizeof settings;
        return create_with(bundle, &settings, world);
    }
    MutoscopeWorld *get() const { return handle_.get(); }

    Result add(Character character, Name skeleton, uint64_t seed) {
        return mutoscope_character_add(get(), character, skeleton, seed);
    }
    Result remove(Character character) { return mutoscope_character_remove(get(), character); }
    Result place(Character character, const Transform &at, MutoscopePlacing how = MUTOSCOPE_PLACING_PLACE) {
        return mutoscope_characters_place(get(), static_cast<uint32_t>(how), &character, &at, 1);
    }
    Result ask(Character character, const MutoscopeRequest &asked) {
        return mutoscope_ask(get(), character, &asked);
    }
    Result play_graph(Character character, Name graph) { return mutoscope_play_graph(get(), character, graph); }
    Result play_montage(Character character, Name montage, float rate = 1.0F) {
        return mutoscope_play_montage(get(), character, montage, rate);
    }
    Result set(Span<const MutoscopeParameterValue> values) {
        return mutoscope_set_parameters(get(), values.data(), values.size());
    }
    Result set(Character character, Name parameter, double value) {
        const MutoscopeParameterValue one{character, 0, parameter, value};
        return set(Span<const MutoscopeParameterValue>(&one, 1));
    }
    /// Ground as numbers; NaN as the height of `set_level` takes it away.
    Result set_terrain(const MutoscopeTerrain &terrain) { return mutoscope_world_set_terrain(get(), &terrain); }
    Result set_level(double height) { return mutoscope_world_set_level(get(), height); }
    /// `MUTOSCOPE_RESULT_REFUSED` where something changed nothing; the step was made all the same.
    Result step(double dt) { return mutoscope_world_step(get(), dt); }
    Result kick(double dt) { return mutoscope_world_kick(get(), dt); }
    Result finish() { return mutoscope_world_finish(get()); }
    Result sync(Character character) { return mutoscope_world_sync(get(), character); }

    Result events(Character character, std::vector<Event> &events) const {
        return detail::read(events, [&](Event *to, std::size_t room, std::size_t *count) {
            return mutoscope_events(get(), character, sizeof(Event), to, room, count);
        });
    }
    Result locals(Character character, std::vector<Transform> &locals) const {
        return detail::read(locals, [&](Transform *to, std::size_t room, std::size_t *count) {
            return mutoscope_locals(get(), character, to, room, count);
        });
    }
    /// Model-space matrices of several characters, one after the other; `counts` is told the bones of each.
    Result models(Span<const Character> characters, std::vector<Matrix> &models,
                  std::vector<std::size_t> &counts) const {
        counts.resize(characters.size());
        return detail::read(models, [&](Matrix *to, std::size_t room, std::size_t *count) {
            return mutoscope_models(get(), characters.data(), characters.size(), to, room, counts.data(), count);
        });
    }
    /// Weights of the morph targets of a level.
    Result morph_weights(Character character, const MutoscopeLevel &of, std::vector<float> &weights) const {
        return detail::read(weights, [&](float *to, std::size_t room, std::size_t *count) {
            return mutoscope_morph_weights(get(), character, of, to, room, count);
        });
    }
    Result placement(Character character, Transform &placement) const {
        return mutoscope_placement(get(), character, &placement, nullptr);
    }
    Result hash(Character character, MutoscopeGoldenTick &tick) const {
        return mutoscope_hash(get(), character, &tick);
    }
    Result save(State &state) const {
        MutoscopeState *made = nullptr;
        Result result = mutoscope_world_save(get(), &made);
        state.handle_.reset(made);
        return result;
    }
    Result restore(const State &state) { return mutoscope_world_restore(get(), state.get()); }

  private:
    static Result create_with(const Bundle &bundle, const MutoscopeWorldSettings *settings, World &world) {
        MutoscopeWorld *made = nullptr;
        Result result = mutoscope_world_create(bundle.get(), settings, &made);
        world.handle_.reset(made);
        return result;
    }
    std::unique_ptr<MutoscopeWorld, detail::Close> handle_;
};

} // namespace mutoscope

#endif
