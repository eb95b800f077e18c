// Whether a key press is meant for the table: not while somebody types, nor with a modifier.

export function forTable(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const target = event.target;
  if (!(target instanceof Element)) return true;
  return target.closest("input, textarea, select, dialog, [contenteditable]") === null;
}
