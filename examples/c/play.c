/* Plays a bundle in C11: what a game does, and whether every golden vector is met bit for bit.
   cc -std=c11 -I src/capi/include examples/c/play.c -L target/release -lmutoscope_capi -o play && ./play sample.mbundle */
#include <mutoscope.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HERO = 1 };

/* Ends the program with the library's own words where a call fails. */
static void check(MutoscopeResult result, const char *what) {
    if (result == MUTOSCOPE_RESULT_OK) {
        return;
    }
    char text[256];
    mutoscope_last_error(text, sizeof text);
    fprintf(stderr, "%s: %s\n", what, text);
    exit(1);
}

static MutoscopeName name_of(const char *text) { return mutoscope_name(text, strlen(text)); }

static void print_name(const MutoscopeBundle *bundle, MutoscopeName name) {
    const char *text = NULL;
    size_t length = 0;
    if (mutoscope_bundle_text(bundle, name, &text, &length) == MUTOSCOPE_RESULT_OK) {
        printf("%.*s", (int)length, text);
    }
}

/* Three seconds of the graph PG_Hero: it walks, jogs and plays a montage over it. */
static void play(const MutoscopeBundle *bundle) {
    MutoscopeName skeleton = 0;
    check(mutoscope_graph_skeleton(bundle, name_of("PG_Hero"), &skeleton), "the graph");
    MutoscopeWorld *world = NULL;
    check(mutoscope_world_create(bundle, NULL, &world), "a world");
    check(mutoscope_character_add(world, HERO, skeleton, 1), "a character");
    check(mutoscope_play_graph(world, HERO, name_of("PG_Hero")), "the graph");
    size_t bones = 0;
    check(mutoscope_skeleton_bones(bundle, skeleton, NULL, 0, &bones), "the bones");
    MutoscopeMatrix *models = calloc(bones, sizeof *models);
    if (models == NULL) {
        exit(1);
    }
    for (int frame = 0; frame < 180; frame++) {
        if (frame == 30) {
            MutoscopeParameterValue speed = {.character = HERO, .parameter = name_of("Speed"), .value = 3.0};
            check(mutoscope_set_parameters(world, &speed, 1), "the speed");
        }
        if (frame == 90) {
            check(mutoscope_play_montage(world, HERO, name_of("AM_ChargedAttack"), 1.0f), "the montage");
        }
        check(mutoscope_world_step(world, 1.0 / 60.0), "a step");
        MutoscopeEvent events[32];
        size_t count = 0;
        check(mutoscope_events(world, HERO, sizeof *events, events, 32, &count), "the events");
        for (size_t at = 0; at < count; at++) {
            if (events[at].reason == MUTOSCOPE_REASON_FIRED && events[at].phase != MUTOSCOPE_PHASE_TICK) {
                printf("%.3f s: ", events[at].time);
                print_name(bundle, events[at].name);
                printf("\n");
            }
        }
        /* One matrix a bone, model space: what a game's own renderer takes. */
        const MutoscopeCharacter hero = HERO;
        check(mutoscope_models(world, &hero, 1, models, bones, NULL, NULL), "the pose");
    }
    free(models);
    mutoscope_world_destroy(world);
}

/* Plays one recording and compares every tick. Returns the number of ticks that differ. */
static size_t replay(const MutoscopeBundle *bundle, size_t index, const MutoscopeGolden *golden) {
    MutoscopeGoldenTick *ticks = calloc(golden->ticks + 1u, sizeof *ticks);
    MutoscopeGoldenSetting *settings = calloc(golden->settings + 1u, sizeof *settings);
    if (ticks == NULL || settings == NULL) {
        exit(1);
    }
    check(mutoscope_golden_ticks(bundle, index, ticks, golden->ticks, NULL), "the ticks");
    check(mutoscope_golden_settings(bundle, index, settings, golden->settings, NULL), "the settings");
    MutoscopeName skeleton = 0;
    if (golden->is_graph) {
        check(mutoscope_graph_skeleton(bundle, golden->name, &skeleton), "the graph");
    } else {
        MutoscopeTimeline timeline;
        check(mutoscope_montage(bundle, golden->name, &timeline), "the montage");
        skeleton = timeline.skeleton;
    }
    MutoscopeWorld *world = NULL;
    check(mutoscope_world_create(bundle, NULL, &world), "a world");
    check(mutoscope_character_add(world, 0, skeleton, 0), "a character");
    if (golden->is_graph) {
        check(mutoscope_play_graph(world, 0, golden->name), "the graph");
    } else {
        check(mutoscope_play_montage(world, 0, golden->name, 1.0f), "the montage");
    }
    size_t different = 0, set = 0;
    for (uint32_t tick = 0; tick < golden->ticks; tick++) {
        for (; set < golden->settings && settings[set].tick <= tick; set++) {
            MutoscopeParameterValue value = {.parameter = settings[set].parameter, .value = settings[set].value};
            check(mutoscope_set_parameters(world, &value, 1), "a parameter");
        }
        MutoscopeResult stepped = mutoscope_world_step(world, golden->dt);
        if (stepped != MUTOSCOPE_RESULT_REFUSED) {
            check(stepped, "a step");
        }
        MutoscopeGoldenTick now;
        check(mutoscope_hash(world, 0, &now), "the hash");
        different += now.pose != ticks[tick].pose || now.events != ticks[tick].events ||
                     now.placement != ticks[tick].placement;
    }
    mutoscope_world_destroy(world);
    free(settings);
    free(ticks);
    return different;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: play BUNDLE\n");
        return 2;
    }
    if (mutoscope_abi_version() < MUTOSCOPE_ABI_VERSION) {
        fprintf(stderr, "the library is older than its header\n");
        return 1;
    }
    MutoscopeBundle *bundle = NULL;
    check(mutoscope_bundle_open_file(arguments[1], strlen(arguments[1]), &bundle), "the bundle");
    play(bundle);

    size_t recorded = 0;
    check(mutoscope_golden(bundle, NULL, 0, &recorded), "the golden vectors");
    MutoscopeGolden *golden = calloc(recorded + 1, sizeof *golden);
    if (golden == NULL) {
        return 1;
    }
    check(mutoscope_golden(bundle, golden, recorded, NULL), "the golden vectors");
    size_t ticks = 0, different = 0;
    for (size_t at = 0; at < recorded; at++) {
        ticks += golden[at].ticks;
        different += replay(bundle, at, &golden[at]);
    }
    printf("%zu recordings, %zu ticks, %zu differ\n", recorded, ticks, different);
    free(golden);
    mutoscope_bundle_close(bundle);
    return different == 0 && ticks > 0 ? 0 : 1;
}
