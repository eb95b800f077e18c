// The groups of the settings, in the order in which they stand. A new group is a component that puts its
// fields into a `Group`, and a line here.
import type { Component } from "svelte";
import LookGroup from "./LookGroup.svelte";
import PageGroup from "./PageGroup.svelte";
import PlayGroup from "./PlayGroup.svelte";
import SoundGroup from "./SoundGroup.svelte";

export const groups: readonly Component[] = [LookGroup, PlayGroup, SoundGroup, PageGroup];
