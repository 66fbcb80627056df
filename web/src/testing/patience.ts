// Set up before the tests of the web application.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// What a test waits for comes when the machine gets to it: the default of a second fails where other work runs beside.
configure({ asyncUtilTimeout: Number(process.env.STEP_MS) })

// Test files share a process, which reads what the product stands on once. Each begins with modules of the product that
// nobody has used, on an empty page.
vi.resetModules()
afterAll(() => {
  cleanup()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
})
