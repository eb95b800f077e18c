// The values of a setting, each with what it is called: `web.settings.SETTING.VALUE`.
import { say } from "../words.svelte";

export function named<T extends string>(setting: string, values: readonly T[]): [T, string][] {
    return values.map((value) => [value, say(`web.settings.${setting}.${value}`)]);
}
