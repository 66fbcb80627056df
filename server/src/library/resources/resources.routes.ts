import { api } from '@scinav/contract'
import { implement } from '../../platform/http/implement.ts'
import { listClasses, listResources } from './resource.service.ts'

export const resourcesRoutes = implement(api.resources, { classes: listClasses, list: listResources })
