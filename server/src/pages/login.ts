import type { FastifyInstance } from 'fastify'
import type { BaseContext } from '../context.ts'

export function serveLogin(_base: BaseContext) {
  return (_app: FastifyInstance): void => {}
}
