import { readStored, writeStored } from '../../ui/stored-choice.ts'

const FLAG = 'scinav.uploads'

/** Whether there may be uploads to restore; checked before their code is loaded. */
export const mayHaveStoredUploads = (): boolean => readStored(FLAG) === 'yes'

export const setStoredUploadsFlag = (isThere: boolean): void => writeStored(FLAG, isThere ? 'yes' : 'no')
