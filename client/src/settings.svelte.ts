// How this player likes it: kept in this browser, in force at once.
import { storage } from "./storage";

export interface Settings {
  theme: "auto" | "light" | "dark";
  sound: boolean;
  /** A first tap chooses, a second one plays. */
  confirm: boolean;
  /** How the hand is sorted: by suit and rank, by the side that counts now, or by the player. */
  sort: "rank" | "side" | "hand";
  /** Whether the chat is neither shown nor heard. */
  muted: boolean;
  /** As the system wishes, or never, or always. */
  motion: "auto" | "off" | "on";
  /** Whether the page is kept in this browser for times without a network. */
  offline: boolean;
  /** Whether a notification tells of one's turn while the page is out of sight. */
  notify: boolean;
}

const usual: Settings = {
  theme: "auto",
  sound: true,
  confirm: false,
  sort: "side",
  muted: false,
  motion: "auto",
  offline: true,
  notify: false,
};

export const settings: Settings = $state(storage.settings(usual));

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move on the screen. */
export function moves(): boolean {
  return settings.motion === "on" || (settings.motion === "auto" && !still.matches);
}

/** Keep the settings and put them into force; called once, at the start. */
export function useSettings(): void {
  $effect.root(() => {
    $effect(() => {
      storage.saveSettings($state.snapshot(settings));
      const root = document.documentElement;
      if (settings.theme === "auto") delete root.dataset.theme;
      else root.dataset.theme = settings.theme;
      root.dataset.motion = settings.motion;
    });
  });
}
