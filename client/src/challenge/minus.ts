// Numbers below zero with a real minus, as points are written at the table.
export const withMinus = (text: string): string => text.replace("-", "−");
