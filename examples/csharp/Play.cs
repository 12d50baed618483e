// Plays a bundle in C#: what a game does, and whether every golden vector is met bit for bit.
// mcs -langversion:latest -unsafe -out:play.exe Mutoscope.cs Play.cs && mono play.exe sample.mbundle
using System;
using Mutoscope;

static class Play
{
    const uint Hero = 1;

    static int Main(string[] arguments)
    {
        if (arguments.Length != 1)
        {
            Console.Error.WriteLine("usage: play BUNDLE");
            return 2;
        }
        MutoscopeLibrary.CheckVersion();
        using (Bundle bundle = Bundle.Open(arguments[0]))
        {
            PlayHero(bundle);
            return ReplayAll(bundle);
        }
    }

    // Three seconds of the graph PG_Hero: it walks, jogs and plays a montage over it.
    static void PlayHero(Bundle bundle)
    {
        ulong graph = MutoscopeLibrary.Name("PG_Hero");
        ulong skeleton = bundle.SkeletonOf(graph);
        using (World world = new World(bundle))
        {
            world.Add(Hero, skeleton, 1);
            world.PlayGraph(Hero, graph);
            // One matrix a bone, model space: what a game's own renderer takes.
            MutoscopeMatrix[] models = new MutoscopeMatrix[bundle.Bones(skeleton).Length];
            MutoscopeEvent[] events = new MutoscopeEvent[32];
            for (int frame = 0; frame < 180; frame++)
            {
                if (frame == 30)
                {
                    world.Set(Hero, MutoscopeLibrary.Name("Speed"), 3.0);
                }
                if (frame == 90)
                {
                    world.PlayMontage(Hero, MutoscopeLibrary.Name("AM_ChargedAttack"));
                }
                world.Step(1.0 / 60.0);
                int count = world.Events(Hero, events);
                for (int at = 0; at < count; at++)
                {
                    if (events[at].Reason == MutoscopeReason.Fired && events[at].Phase != MutoscopePhase.Tick)
                    {
                        Console.WriteLine($"{events[at].Time:F3} s: {bundle.Text(events[at].Name)}");
                    }
                }
                world.Models(Hero, models);
            }
        }
    }

    static int ReplayAll(Bundle bundle)
    {
        MutoscopeGolden[] golden = new MutoscopeGolden[bundle.Golden(default)];
        bundle.Golden(golden);
        long ticks = 0, different = 0;
        for (int at = 0; at < golden.Length; at++)
        {
            ticks += golden[at].Ticks;
            different += Replay(bundle, at, golden[at]);
        }
        Console.WriteLine($"{golden.Length} recordings, {ticks} ticks, {different} differ");
        return different == 0 && ticks > 0 ? 0 : 1;
    }

    // Plays one recording and compares every tick. Returns the number of ticks that differ.
    static long Replay(Bundle bundle, int index, MutoscopeGolden golden)
    {
        MutoscopeGoldenTick[] ticks = new MutoscopeGoldenTick[golden.Ticks];
        MutoscopeGoldenSetting[] settings = new MutoscopeGoldenSetting[golden.Settings];
        bundle.GoldenTicks(index, ticks);
        bundle.GoldenSettings(index, settings);
        bool isGraph = golden.IsGraph != 0;
        ulong skeleton = isGraph ? bundle.SkeletonOf(golden.Name) : bundle.Montage(golden.Name).Skeleton;
        long different = 0;
        using (World world = new World(bundle))
        {
            world.Add(0, skeleton, 0);
            if (isGraph)
            {
                world.PlayGraph(0, golden.Name);
            }
            else
            {
                world.PlayMontage(0, golden.Name);
            }
            int set = 0;
            for (uint tick = 0; tick < golden.Ticks; tick++)
            {
                for (; set < settings.Length && settings[set].Tick <= tick; set++)
                {
                    world.Set(0, settings[set].Parameter, settings[set].Value);
                }
                world.Step(golden.Dt);
                MutoscopeGoldenTick now = world.Hash(0);
                MutoscopeGoldenTick then = ticks[tick];
                if (now.Pose != then.Pose || now.Events != then.Events || now.Placement != then.Placement)
                {
                    different++;
                }
            }
        }
        return different;
    }
}
