import path from 'node:path'
import { dataOf, startBeside } from '../start-service.mjs'

startBeside(process.execPath, [path.join(import.meta.dirname, 'server.mjs')], { cwd: dataOf(import.meta.dirname) })
