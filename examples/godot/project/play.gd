# Keys: 1 stands, 2 walks, 3 jogs, 4 runs, Space attacks, R goes back to the start, Escape quits.
extends Node3D

# Keys and the speeds that they ask for, metres a second.
const SPEEDS := {KEY_1: 0.0, KEY_2: 1.4, KEY_3: 3.0, KEY_4: 5.0}
# Where the camera is, as seen from the character. Metres.
const CAMERA := Vector3(2.5, 1.8, 3.5)

# `--frames N` on the command line, after `--`, ends the program after so many frames.
var frames_left := -1

@onready var hero: MutoscopePlayer = $Hero


func _ready() -> void:
	hero.make_skeleton()
	hero.notify.connect(func(notify_name, phase, time): print("%s: %s, %.3f s" % [notify_name, phase, time]))
	hero.montage_ended.connect(func(montage, interrupted): print("%s ended, interrupted: %s" % [montage, interrupted]))
	var arguments := OS.get_cmdline_user_args()
	if arguments.size() == 2 and arguments[0] == "--frames":
		frames_left = int(arguments[1])
		hero.set("parameters/Speed", 3.0)
		hero.play_montage("AM_ChargedAttack", 1.0)


func _process(_delta: float) -> void:
	var chest := hero.position + Vector3.UP
	$Camera.look_at_from_position(hero.position + CAMERA, chest)
	if frames_left > 0:
		frames_left -= 1
	if frames_left == 0:
		print("moved by %.3f m" % hero.position.length())
		get_tree().quit()


func _unhandled_key_input(event: InputEvent) -> void:
	if not event.is_pressed() or event.is_echo():
		return
	if event.keycode in SPEEDS:
		hero.set("parameters/Speed", SPEEDS[event.keycode])
	match event.keycode:
		KEY_SPACE:
			hero.play_montage("AM_ChargedAttack", 1.0)
		KEY_R:
			hero.transform = Transform3D.IDENTITY
			hero.teleport()
		KEY_ESCAPE:
			get_tree().quit()
