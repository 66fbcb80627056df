import type { PersonalData } from '../../platform/context/personal-data.ts'
import { forgetOld } from './memory.ts'

/** Works that were found outside, and answers of engines: nobody's, and soon forgotten. */
export const foundData: PersonalData = { purge: forgetOld }
