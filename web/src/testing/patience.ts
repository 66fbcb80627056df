// Set-up of the web application's tests.
import { configure } from '@testing-library/react'

// The default of one second is too short for `findBy…` when the machine is busy with other work.
configure({ asyncUtilTimeout: Number(process.env.STEP_MS) })
