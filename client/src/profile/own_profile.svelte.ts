// One's own profile: made, changed, brought to this browser and deleted.
import { Refused } from "../api";
import { root } from "../people/person";
import type { ProfileShown, ProfileWish, ResultsPage } from "../protocol";
import { storage } from "../storage";
import { askSigned, canSign } from "./key";
import { lang } from "../words.svelte";

export type Shows = ProfileShown["public"][number];

export class OwnProfile {
    /** null where there is none; undefined until that is known. */
    shown = $state.raw<ProfileShown | null>();
    /** Whether this browser can have a profile. */
    able = $state(true);
    problem = $state("");

    async load(): Promise<void> {
        this.able = await canSign();
        if (!this.able || !storage.profile()) this.shown = null;
        else await this.#try(async () => this.#take(await this.ask()));
    }

    /** Make the profile, or give it another name and other things to show. */
    async save(wish: ProfileWish): Promise<boolean> {
        return this.#try(async () =>
            this.#take(await askSigned<ProfileShown>(`/api/profile?lang=${lang()}`, { body: wish })),
        );
    }

    async remove(): Promise<boolean> {
        return this.#try(async () => {
            await askSigned(`/api/profile/delete?lang=${lang()}`, { body: {} });
            this.#forget();
        });
    }

    /** The profile of another root, as the server has it. */
    ask(from = root()): Promise<ProfileShown> {
        return askSigned<ProfileShown>(`/api/profile?lang=${lang()}`, { from });
    }

    older(before: string): Promise<ResultsPage> {
        return askSigned<ResultsPage>(`/api/profile/results?before=${before}`);
    }

    /** Be this profile from now on, in this browser. */
    become(from: string, shown: ProfileShown): void {
        storage.saveRoot(from);
        this.#take(shown);
    }

    #take(shown: ProfileShown): void {
        storage.saveProfile({ id: shown.id, name: shown.name });
        this.shown = shown;
    }

    #forget(): void {
        storage.forgetProfile();
        storage.forgetRoot();
        this.shown = null;
    }

    async #try(what: () => Promise<void>): Promise<boolean> {
        try {
            await what();
            this.problem = "";
            return true;
        } catch (error) {
            // Deleted from another device.
            if (error instanceof Refused && error.refusal.code === "unknown") this.#forget();
            else this.problem = error instanceof Refused ? error.message : String(error);
            return false;
        }
    }
}
