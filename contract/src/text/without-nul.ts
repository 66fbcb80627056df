/** Removes NUL characters, which databases do not store in text. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')
