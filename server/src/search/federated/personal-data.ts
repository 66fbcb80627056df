import type { PersonalData } from '../../platform/context/personal-data.ts'
import { removeExpired } from './engine-memory.ts'

/** Works that were found outside, and answers of engines: nobody's, and soon forgotten. */
export const foundData: PersonalData = { purge: removeExpired }
