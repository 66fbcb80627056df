import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { Db, Tables } from './schema.ts'

/** A query of datasets. */
export type DatasetQuery = SelectQueryBuilder<Tables, 'datasets', object>

/** Selects a person's role in the project of a dataset, unless the project is deleted. */
export const membershipQuery = (query: ExpressionBuilder<Tables, 'datasets'>, user_id: string) =>
  query
    .selectFrom('project_members')
    .innerJoin('projects', 'projects.id', 'project_members.project_id')
    .select('project_members.role')
    .whereRef('project_members.project_id', '=', 'datasets.project_id')
    .where('project_members.user_id', '=', user_id)
    .where('projects.deleted_at', 'is', null)

/**
 * Selects the datasets a person may read: their own, public ones, and those of their projects. `roleOf` decides the
 * same for one row.
 */
export function readableDatasets(db: Db, user_id: string): DatasetQuery {
  return db
    .selectFrom('datasets')
    .where('datasets.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where.and([where('datasets.owner_id', '=', user_id), where('datasets.kind', '<>', 'project')]),
        where('datasets.visibility', '=', 'public'),
        where.and([where('datasets.kind', '=', 'project'), where.exists(membershipQuery(where, user_id))]),
      ]),
    )
}
