# The page and its scripts: TypeScript and CSS of web/, each bundled into one
# file by esbuild, a native program that npm brings, and packed with gzip. The
# module `web_assets` holds both forms of each in the program itself.
set(WEB_DIR ${PROJECT_BINARY_DIR}/web)
set(ESBUILD ${PROJECT_SOURCE_DIR}/node_modules/@esbuild/linux-x64/bin/esbuild)
file(MAKE_DIRECTORY ${WEB_DIR})
file(GLOB_RECURSE WEB_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/*.ts
  ${PROJECT_SOURCE_DIR}/web/*.tsx ${PROJECT_SOURCE_DIR}/web/*.css)

function(web_file name command)
  add_custom_command(OUTPUT ${WEB_DIR}/${name} ${WEB_DIR}/${name}.gz VERBATIM
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND ${command} ${ARGN}
    COMMAND gzip -9 -n -k -f ${WEB_DIR}/${name}
    DEPENDS ${WEB_SOURCES} ${PROJECT_SOURCE_DIR}/web/page/index.html
      ${PROJECT_SOURCE_DIR}/web/page/icon.svg ${PROJECT_SOURCE_DIR}/package-lock.json
    COMMENT "Bundling ${name}")
  set_property(GLOBAL APPEND PROPERTY WEB_FILES ${WEB_DIR}/${name})
endfunction()

function(web_bundle name source)
  web_file(${name} ${ESBUILD} ${source} --bundle --minify --target=es2022
    --legal-comments=none --log-level=warning --outfile=${WEB_DIR}/${name} ${ARGN})
endfunction()

web_bundle(page.js web/page/main.tsx --format=esm --jsx=automatic --jsx-import-source=preact)
web_bundle(embed.js web/embed/embed.ts --format=iife)
web_bundle(page.css web/page/page.css)
web_file(index.html cp web/page/index.html ${WEB_DIR}/index.html)
web_file(icon.svg cp web/page/icon.svg ${WEB_DIR}/icon.svg)

get_property(WEB_FILES GLOBAL PROPERTY WEB_FILES)
set_source_files_properties(src/server/web_assets/files.c PROPERTIES
  OBJECT_DEPENDS "${WEB_FILES}" COMPILE_DEFINITIONS "PAGE_DIR=\"${WEB_DIR}\"")
