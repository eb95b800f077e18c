// Three small sounds, made on the spot: a card is laid, a trick goes to somebody, it is your turn.
import { settings } from "./settings.svelte";

export type Sound = "card" | "trick" | "turn";

let context: AudioContext | null = null;
/** What all sounds go through, for the volume. */
let speaker: GainNode | null = null;

/** The volume at which a sound is as loud as it is written here. */
const USUAL = 70;

// A browser lets a page sound only after somebody has touched it.
function awake(): AudioContext | null {
    if (!navigator.userActivation?.hasBeenActive) return null;
    context ??= new AudioContext();
    if (!speaker) {
        speaker = context.createGain();
        speaker.connect(context.destination);
    }
    // Ears hear steps of the square as even ones. What was kept may be anything.
    const volume = Math.min(100, Math.max(0, settings.volume)) || 0;
    speaker.gain.value = (volume / USUAL) ** 2;
    if (context.state === "suspended") void context.resume();
    return context;
}

function note(to: AudioContext, pitch: number, after: number, length: number, loud: number): void {
    const start = to.currentTime + after;
    const tone = to.createOscillator();
    const gain = to.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(gain).connect(speaker ?? to.destination);
    tone.start(start);
    tone.stop(start + length);
}

function rustle(to: AudioContext, length: number, pitch: number, loud: number): void {
    const noise = to.createBufferSource();
    const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) {
        samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
    }
    noise.buffer = buffer;
    const band = to.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = pitch;
    const gain = to.createGain();
    gain.gain.value = loud;
    noise
        .connect(band)
        .connect(gain)
        .connect(speaker ?? to.destination);
    noise.start();
}

const sounds: Record<Sound, (to: AudioContext) => void> = {
    card: (to) => rustle(to, 0.07, 2400, 0.25),
    trick: (to) => rustle(to, 0.22, 900, 0.3),
    // The bell of a mountain station: a fifth, upwards.
    turn(to) {
        note(to, 587, 0, 0.5, 0.12);
        note(to, 880, 0.12, 0.7, 0.12);
    },
};

export function sound(which: Sound): void {
    if (!settings.sound) return;
    const to = awake();
    if (to) sounds[which](to);
}
