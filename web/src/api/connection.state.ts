import { create } from 'zustand'

/** Whether the server has stopped answering somebody whose screen is open. */
export const useConnection = create<{ lost: boolean }>()(() => ({ lost: false }))

export const setLost = (lost: boolean): void => useConnection.setState({ lost })
