import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from './client.ts'

/** Made for this test alone, for 127.0.0.1; it vouches for itself, as the authority of an institution does. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ3JfEtSPRhU9f6QJ
w3dwzQjuKHhlNjSlZMcpFtRdl/KhRANCAAR22VcS7aGlg5ajIV0RrLmMiWpGGITy
FBE+e6q8H2DhqwfSQeIvsiArLIFm2hRY0bRKb4HAeqIH6T5mAz3H05VU
-----END PRIVATE KEY-----`

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATqgAwIBAgIUPvQWf0KLPpVihOSyTHACZJ+Dw8wwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLU2NpTmF2IHRlc3QwIBcNMjYxMTI1MjMxNzQ4WhgPMjEyNjEx
MDEyMzE3NDhaMBYxFDASBgNVBAMMC1NjaU5hdiB0ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEdtlXEu2hpYOWoyFdEay5jIlqRhiE8hQRPnuqvB9g4asH0kHi
L7IgKyyBZtoUWNG0Sm+BwHqiB+k+ZgM9x9OVVKNkMGIwHQYDVR0OBBYEFJH9ERmy
/NLUN78hiV1DYDuzj7fVMB8GA1UdIwQYMBaAFJH9ERmy/NLUN78hiV1DYDuzj7fV
MA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNI
ADBFAiEAn8cypvNCws++t6Opa+PSYILX+oIDI29M4vRmKqSYTOUCIAhJEuEEeZ/m
hd/pt6BI0tcm5qrT15SptbNd6mDRnjeM
-----END CERTIFICATE-----`

async function secureNode(): Promise<string> {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end('{"ok":1}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a node is trusted by the authority that is named, and without it is asked nothing', async () => {
  const url = await secureNode()
  const trusting = createClient({ urls: [url], ca: CERTIFICATE })
  const doubting = createClient({ urls: [url] })
  onTestFinished(() => {
    trusting.end()
    doubting.end()
  })
  expect(await trusting.ask('GET', '/')).toEqual({ ok: 1 })
  await expect(doubting.ask('GET', '/')).rejects.toThrow('self-signed certificate')
})
