// validate.mjs FILE...: the public glTF validator. Exits with 1 if it has an error or a warning to tell.
import { readFile } from "node:fs/promises";
import validator from "gltf-validator";

const SEVERITIES = ["error", "warning", "info", "hint"];
const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("name at least one file");
  process.exit(2);
}
for (const file of files) {
  const { issues } = await validator.validateBytes(new Uint8Array(await readFile(file)), { maxIssues: 100 });
  for (const { severity, code, message, pointer } of issues.messages) {
    console.log(`${file}: ${SEVERITIES[severity]} ${code} at ${pointer ?? "the file"}: ${message}`);
  }
  console.log(`${file}: ${issues.numErrors} errors, ${issues.numWarnings} warnings`);
  if (issues.numErrors + issues.numWarnings > 0) process.exitCode = 1;
}
