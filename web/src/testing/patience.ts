// Set-up of the web application's tests.

// Tests that need no page (`@vitest-environment node`) load nothing for one.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // The default of one second is too short for `findBy…` when the machine is busy with other work.
  configure({ asyncUtilTimeout: Number(process.env.STEP_MS) })
}

export {}
