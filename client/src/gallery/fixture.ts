// A scene of the gallery, as fixtures.py writes it.
import type { AnyDeal } from "../deal";
import type { TableShown } from "../protocol";

export interface Fixture {
    name: string;
    names: string[];
    table: TableShown;
    deal: Record<string, AnyDeal>;
}
