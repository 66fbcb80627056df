// A Fastify server with trivial routes as a baseline; listens on PORT.
import Fastify from 'fastify'

const app = Fastify({ logger: false })
app.get('/healthz', async () => ({ status: 'ok' }))
app.get('/api/user', async () => ({ code: 200, data: { id: '1', account: 'bare' }, message: '' }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
