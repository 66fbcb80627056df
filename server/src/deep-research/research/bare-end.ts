/** A sentence without the signs that it ends with. */
export const bareEnd = (text: string): string => text.replace(/(?<![?？。.;；\s])[?？。.;；\s]+$/u, '')
