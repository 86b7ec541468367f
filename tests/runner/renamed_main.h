/* renamed_main.h - included first where the build renames a test file's main(),
 * so that the new name has a declaration, too. */
int main(void);
