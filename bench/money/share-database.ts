import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'

/** Each of Stryker's processes uses the database server and the children for media that the command has made. */
export default function setup(project: TestProject) {
  project.provide('serverUrl', process.env.TEST_DATABASE_URL!)
  project.provide('mediaChildren', pathToFileURL(`node_modules/${basename(process.env.TEST_MEDIA_CHILDREN!)}/`).href)
}
