// Tells a screen reader what happens, politely: in the order it happens, after what is being read.

const region = document.createElement("div");
region.setAttribute("aria-live", "polite");
region.setAttribute("role", "log");
region.className = "unseen";
document.body.append(region);

/** So many lines stay in the region; older ones have long been read. */
const most = 20;

export function announce(text: string): void {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  region.append(line);
  while (region.childElementCount > most) region.firstElementChild?.remove();
}
