// A rating as people say it, and the range in which the true strength most likely lies: two standard deviations
// to either side.
import { withMinus } from "../numbers";
import { say } from "../words.svelte";

const whole = (value: number): string => withMinus(String(Math.round(value) + 0));

export const ratingText = (value: number): string => whole(value);

export function rangeText(value: number, deviation: number): string {
    return say("web.profile.between", { least: whole(value - 2 * deviation), most: whole(value + 2 * deviation) });
}
