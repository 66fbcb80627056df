import type { Db } from '../db/schema.ts'

/** Works about which notices appeared; the values of the maps are the keys of the works. */
export interface NoticedWorks {
  /** By the id of a paper of the library. */
  paper_ids: ReadonlyMap<string, string>
  /** By DOI in its normal form. */
  dois: ReadonlyMap<string, string>
  /** By PubMed number, for works that name no DOI. */
  pmids: ReadonlyMap<string, string>
}

/** A place where a person holds, cites or annotated a work. */
export interface WorkUse {
  user_id: string
  work_key: string
  /** The place in Chinese: 知识库「电池」. */
  place: string
  /** The route in the product that opens the place. */
  route: string
}

/** Works by papers of the library or by DOIs in their normal form. */
export interface UsedWorks {
  paper_ids?: readonly string[]
  dois?: readonly string[]
}

/** What finders of works need. */
export interface WorkUseContext {
  db: Db
}

/** The works that a feature keeps for people. */
export interface WorkUses {
  /** Yields where people use works, in batches. */
  find: (ctx: WorkUseContext, works: NoticedWorks) => AsyncIterable<readonly WorkUse[]>
  /** Yields all works that people use, in batches; a work may come several times. */
  list: (ctx: WorkUseContext) => AsyncIterable<UsedWorks>
}
