import { readStored, writeStored } from '../../ui/stored-choice.ts'

const FLAG = 'scinav.uploads'

/** Whether there may be uploads to recall: asked before the code for them is fetched. */
export const mayHaveStoredUploads = (): boolean => readStored(FLAG) === 'yes'

export const setStoredUploadsFlag = (isThere: boolean): void => writeStored(FLAG, isThere ? 'yes' : 'no')
