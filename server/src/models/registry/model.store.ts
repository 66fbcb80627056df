import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/schema.ts'
import type { ApplicationModelsTable, ModelsTable } from '../../platform/db/schema-models.ts'

/** A model of the operator's page. */
export type ModelRow = Selectable<ModelsTable>
/** One of the models to which an application is restricted. */
export type MappingRow = Selectable<ApplicationModelsTable>

/** Returns all models of the operator's page, in the order they were added. */
export function listStoredModels(db: Db): Promise<ModelRow[]> {
  return db.selectFrom('models').selectAll().orderBy('id').execute()
}

/** Returns a model of the operator's page by its id; undefined without one. */
export function findStoredModel(db: Db, id: string): Promise<ModelRow | undefined> {
  return db.selectFrom('models').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Adds a model. */
export async function insertModel(db: Db, row: ModelRow): Promise<void> {
  await db.insertInto('models').values(row).execute()
}

/** Changes columns of a model; an unknown id is ignored. */
export async function updateModel(db: Db, id: string, change: Partial<ModelRow>): Promise<void> {
  await db.updateTable('models').set(change).where('id', '=', id).execute()
}

/** Removes a model and every reference to it; returns false when there was none. */
export async function removeModel(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('models').where('id', '=', id).executeTakeFirst()
  await db.deleteFrom('model_defaults').where('model_id', '=', id).execute()
  await db.deleteFrom('application_models').where('model_id', '=', id).execute()
  return numDeletedRows === 1n
}

/** Returns the default model of each kind that has one. */
export function listDefaultModels(db: Db) {
  return db.selectFrom('model_defaults').selectAll().orderBy('kind').execute()
}

/** Makes a model the default of its kind. */
export async function setDefaultModel(db: Db, kind: ModelRow['kind'], model_id: string): Promise<void> {
  await db
    .insertInto('model_defaults')
    .values({ kind, model_id })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ model_id }))
    .execute()
}

/** Returns the restrictions of all applications, by application and in the order of their models. */
export function listMappings(db: Db): Promise<MappingRow[]> {
  return db
    .selectFrom('application_models')
    .selectAll()
    .orderBy('application_id')
    .orderBy('position')
    .execute()
}

/** Returns the models to which an application is restricted, in their order; none when it may use all. */
export function listMapping(db: Db, application_id: string): Promise<MappingRow[]> {
  return db
    .selectFrom('application_models')
    .selectAll()
    .where('application_id', '=', application_id)
    .orderBy('position')
    .execute()
}

/** Replaces the models to which an application is restricted; an empty list lifts the restriction. */
export async function replaceMapping(db: Db, application_id: string, rows: MappingRow[]): Promise<void> {
  await db.deleteFrom('application_models').where('application_id', '=', application_id).execute()
  if (rows.length > 0) await db.insertInto('application_models').values(rows).execute()
}
