import { readStored, writeStored } from '../../ui/stored-choice.ts'

const FLAG_KEY = 'scinav.uploads'

/** Whether there may be uploads to restore; checked before their code is loaded. */
export const mayHaveStoredUploads = (): boolean => readStored(FLAG_KEY) === 'yes'

/** Records whether there may be uploads to restore. */
export const setStoredUploadsFlag = (isThere: boolean): void => writeStored(FLAG_KEY, isThere ? 'yes' : 'no')
