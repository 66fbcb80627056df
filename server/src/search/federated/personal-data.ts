import type { PersonalData } from '../../platform/context/personal-data.ts'
import { removeExpired } from './engine-memory.ts'

/** Works found outside and answers of engines belong to no person; they only expire. */
export const foundData: PersonalData = { purge: removeExpired }
