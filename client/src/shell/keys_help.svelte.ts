// Whether the list of keys is shown: it is opened from the table, from a replay and from the settings.

export const keysHelp = $state({ open: false });
