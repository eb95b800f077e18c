// What this browser remembers between visits: a name, settings, and the secrets of one's seats.
// Everything works without it (a private window may refuse), only not after a reload.

const prefix = "funicular.";
const memory = new Map<string, string>();

function read<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(prefix + key) ?? memory.get(key);
    return text == null ? otherwise : (JSON.parse(text) as T);
  } catch {
    const text = memory.get(key);
    return text === undefined ? otherwise : (JSON.parse(text) as T);
  }
}

function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(prefix + key, text);
  } catch {
    // Kept in memory for this visit.
  }
}

/** A table that one has sat at or watched, and what lets one in again. */
export interface KeptTable {
  id: string;
  game: string;
  /** The seat's own secret; null for somebody who watches. */
  token: string | null;
  /** A secret sent with a wish for a seat, or for another token, that is not answered yet. */
  asked?: string | null;
  invite: string | null;
  /** Milliseconds since 1970. */
  visited: number;
}

/** So many tables are remembered; the ones visited longest ago go first. */
const mostTables = 30;

export const kept = {
  name: (): string => read("name", ""),
  keepName: (name: string): void => write("name", name),

  lang: (): string | null => read<string | null>("lang", null),
  keepLang: (lang: string): void => write("lang", lang),

  settings: <T extends object>(usual: T): T => ({ ...usual, ...read<Partial<T>>("settings", {}) }),
  keepSettings: (settings: object): void => write("settings", settings),

  tables: (): KeptTable[] => read<KeptTable[]>("tables", []),
  table: (id: string): KeptTable | undefined => kept.tables().find((table) => table.id === id),
  keepTable(table: Omit<KeptTable, "visited">): void {
    const others = kept.tables().filter((other) => other.id !== table.id);
    write("tables", [{ ...table, visited: Date.now() }, ...others].slice(0, mostTables));
  },
  forgetTable(id: string): void {
    write(
      "tables",
      kept.tables().filter((table) => table.id !== id),
    );
  },
};
