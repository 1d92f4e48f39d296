@rem On Windows stands for the shell's own "exec", which package.json uses so that signals to npm reach the program.
@%*
