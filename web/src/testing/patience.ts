// Set-up of the web application's tests: the files of a worker share its page and the packages.
import { configure } from '@testing-library/react'
import type { Window } from 'happy-dom'
import { afterAll, vi } from 'vitest'

// The application's own modules, some of which have state, are loaded anew for every file.
vi.resetModules()

// The default of one second is too short for `findBy…` when the machine is busy with other work.
configure({ asyncUtilTimeout: Number(process.env.STEP_MS) })

// Finding a role computes styles. The application's style sheets are not loaded, and those of antd decide nothing here.
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { get: () => null, configurable: true })

const { fetch, XMLHttpRequest } = globalThis
const page = window as unknown as Window
const address = location.href

// Leaves the page as the file found it.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Object.assign(globalThis, { fetch, XMLHttpRequest })
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  document.title = ''
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name)
  page.happyDOM.setURL(address)
})
