// Set up before the tests of the web application.
import { configure } from '@testing-library/react'

// What a test waits for comes when the machine gets to it: the default of a second fails where other work runs beside.
configure({ asyncUtilTimeout: Number(process.env.STEP_MS) })
