message(FATAL_ERROR "The imported target references a file that does not exist.")
