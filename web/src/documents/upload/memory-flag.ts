import { readStored, store } from '../../ui/stored-choice.ts'

const FLAG = 'scinav.uploads'

/** Whether there may be uploads to recall: asked before the code for them is fetched. */
export const mayRecall = (): boolean => readStored(FLAG) === 'yes'

export const noteMemory = (isThere: boolean): void => store(FLAG, isThere ? 'yes' : 'no')
