import { fileURLToPath } from 'node:url'

/** The module of the server to start: as built where the set-up of the tests has built it, else its source. */
export const MAIN_MODULE = process.env.SERVER_MAIN ?? fileURLToPath(new URL('../main.ts', import.meta.url))
