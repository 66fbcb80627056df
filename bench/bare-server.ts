// A Fastify route that does nothing, to compare with: prints its address.
import Fastify from 'fastify'

const app = Fastify({ logger: false })
app.get('/api/user', async () => ({ code: 200, data: { id: '1', account: 'bare' }, message: '' }))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
