import { create } from 'zustand'

/** Whether the server has stopped responding while a screen is open. */
export const useConnection = create<{ lost: boolean }>()(() => ({ lost: false }))

/** Records that the server has stopped responding, or that it responds again. */
export const setConnectionLost = (lost: boolean): void => useConnection.setState({ lost })
